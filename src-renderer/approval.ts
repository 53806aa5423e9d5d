import './app/trusted-types.ts';
import './styles/base.css';
import './styles/name-fonts.ts';
import { mount } from 'svelte';
import { approvalApi } from './client/approval-api.ts';
import ApprovalPage from './features/approval/ApprovalPage.svelte';

const target = document.getElementById('approval');
if (target === null) throw new Error('The page has no place for the approval.');
mount(ApprovalPage, { target, props: { api: approvalApi() } });
